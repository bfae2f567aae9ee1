<?xml version="1.0" encoding="utf-8"?>
<sml Version="2.3.6" Modified="2012-09-22T10:39:51" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://www.suunto.com/schemas/sml">
	<DeviceLog>
		<Header>
			<Duration>3361.4</Duration>
			<Ascent>212</Ascent>
			<Descent>209</Descent>
			<RecoveryTime>58440</RecoveryTime>
			<Speed>
				<Avg>2.9</Avg>
				<Max>4.2</Max>
				<MaxTime>1695.143</MaxTime>
			</Speed>
			<HR>
				<Avg>2.45</Avg>
				<Max>2.9</Max>
				<Min>1.3</Min>
				<MaxTime>3384.74</MaxTime>
			</HR>
			<ActivityType>82</ActivityType>
			<Activity>Trail running</Activity>
			<Distance>9812</Distance>
			<LogItemCount>8806</LogItemCount>
			<Energy>2456364</Energy>
			<DateTime>2015-08-29T07:15:04</DateTime>
		</Header>
		<Device>
			<Name>Suunto Ambit3 Sport</Name>
			<SerialNumber>0000000000000000</SerialNumber>
		</Device>
		<Samples>
			<Sample>
				<UTC>2015-08-29T14:15:03.944Z</UTC>
				<Time>0</Time>
			</Sample>
			<Sample>
				<HR>1.283333333333333</HR>
				<Speed>2.96</Speed>
				<Time>1</Time>
				<SampleType>periodic</SampleType>
				<UTC>2015-08-29T14:15:04.999Z</UTC>
			</Sample>
		</Samples>
		<R-R>
			<Data>480 479 485 489</Data>
		</R-R>
	</DeviceLog>
</sml>
