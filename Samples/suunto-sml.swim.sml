<?xml version="1.0" encoding="utf-8"?>
<sml xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://www.suunto.com/schemas/sml">
	<DeviceLog>
		<Header>
			<Duration>1849.7</Duration>
			<Ascent>0</Ascent>
			<HR>
				<Avg>0</Avg>
				<Max>0</Max>
			</HR>
			<ActivityType>6</ActivityType>
			<Activity>Pool swimming</Activity>
			<Distance>1450</Distance>
			<DateTime>2015-09-02T18:22:22.5</DateTime>
		</Header>
		<Samples>
			<Sample>
				<Time>0</Time>
			</Sample>
		</Samples>
	</DeviceLog>
</sml>
