-- What further sources give: what a band measures at night, blood, and what was eaten and drunk. The setting health_types asks
-- for them by these names.
insert into scorebook.health_types (type, label, unit, day_value)
values
    ('heart_rate_variability_rmssd', 'Heart rate variability (RMSSD)', 'ms', 'reading'),
    ('respiratory_rate', 'Respiratory rate', 'count/min', 'reading'),
    ('oxygen_saturation', 'Blood oxygen', '%', 'reading'),
    ('body_temperature', 'Body temperature', 'degC', 'reading'),
    ('skin_temperature', 'Skin temperature', 'degC', 'reading'),
    ('blood_pressure_systolic', 'Systolic blood pressure', 'mmHg', 'reading'),
    ('blood_pressure_diastolic', 'Diastolic blood pressure', 'mmHg', 'reading'),
    ('blood_glucose', 'Blood glucose', 'mg/dL', 'reading'),
    ('dietary_water', 'Water', 'mL', 'sum'),
    ('dietary_energy', 'Energy eaten', 'kcal', 'sum'),
    ('dietary_protein', 'Protein', 'g', 'sum'),
    ('dietary_carbohydrates', 'Carbohydrates', 'g', 'sum'),
    ('dietary_fat', 'Fat eaten', 'g', 'sum')
on conflict (type) do nothing;
