with given (v, kind, digits, is_dropped) as (
    values ('85.55'::numeric, 'decimal', 1, false), ('-85.55', 'decimal', 1, false), ('0.35', 'decimal', 1, false), ('0.325',
        'decimal', 3, true), ('-0.325', 'decimal', 3, true),
        ('0.325', 'decimal', 3, false), ('10.5', 'decimal', 3, true), ('1234567.891', 'decimal', 2, false), ('-1234',
            'integer', null, null), ('999.6', 'integer', 2, null), ('999', 'integer', null, null),
        ('12345.6', 'percent', 1, null), ('0.0012345', 'decimal', 1, false), ('-0.0012345', 'decimal', 2, true), ('0.04',
            'decimal', 1, false), ('0.05', 'decimal', 1, false), ('0.96', 'decimal', 0, null), ('0', 'decimal', 2, true),
        ('0.4', 'integer', null, null), ('7', 'decimal', null, null), ('12.50', null, 1, null), ('12.50', 'other', 1, null),
            ('4321.00', 'other', null, null), ('59.994', 'duration', null, null), ('59.995', 'duration', null, null), ('-61.5',
            'duration', null, null), ('-0.004', 'duration', null, null),
        ('0', 'duration', null, null), ('3600.07', 'duration', null, null), ('605.5', 'duration', null, null), ('0.5', 'duration', null, null),
        ('1e21',
            'other', null, null), ('1.01e21', 'decimal', 1, false), ('1e-21', 'other', null, null), ('-9.99e30', 'decimal', 1,
            false),
        ('2.5e-22', 'duration', null, null), ('1.29e-30', 'decimal', 2, false), ('NaN', 'decimal', 1, false), ('Infinity',
            'integer', null, null), ('-Infinity', 'duration', null, null), (null, 'decimal', 1, false),
        ('100', 'percent', 0, null), ('1000', 'percent', 1, true), ('0.5', 'percent', 1, true)
)
select *, public.format_value(v, kind, digits, is_dropped) as written from given
union all select 1234.5678, key, null::integer, null::boolean, public.display_value(key, 1234.5678) from scorebook.metric_types
union all select null::numeric, name, null::integer, null::boolean, public.first_name(name, mail)
    from (values ('Ann Lee', 'x@y'), ('  Bo', null), ('', 'jim.doe7@x'), (null, '77.kim+a@x'), (' ', '123@x'), (null,
    '@x')) as n (name, mail)
---
values ('85.55'::numeric, 'decimal', 1, false, '85.6'), ('-85.55', 'decimal', 1, false, '-85.6'), ('0.35', 'decimal', 1, false,
    '0.4'), ('0.325', 'decimal', 3, true, '.325'),
    ('-0.325', 'decimal', 3, true, '-.325'), ('0.325', 'decimal', 3, false, '0.325'), ('10.5', 'decimal', 3, true, '10.500'),
        ('1234567.891', 'decimal', 2, false, '1,234,567.89'), ('-1234', 'integer', null, null, '-1,234'),
    ('999.6', 'integer', 2, null, '1,000'), ('999', 'integer', null, null, '999'), ('12345.6', 'percent', 1, null, '12,345.6'),
        ('0.0012345', 'decimal', 1, false, '0.0012'), ('-0.0012345', 'decimal', 2, true, '-.0012'),
    ('0.04', 'decimal', 1, false, '0.04'), ('0.05', 'decimal', 1, false, '0.1'), ('0.96', 'decimal', 0, null, '1'), ('0',
        'decimal', 2, true, '.00'), ('0.4', 'integer', null, null, '0.4'), ('7', 'decimal', null, null, '7'), ('12.50', null,
        1, null, '12.5'),
    ('12.50', 'other', 1, null, '12.5'), ('4321.00', 'other', null, null, '4,321'), ('59.994', 'duration', null, null,
        '0:59.99'), ('59.995', 'duration', null, null, '1:00.00'), ('-61.5', 'duration', null, null, '-1:01.50'), ('-0.004',
        'duration', null, null, '0:00.00'),
    ('0', 'duration', null, null, '0:00.00'), ('3600.07', 'duration', null, null, '60:00.07'), ('605.5', 'duration', null,
        null, '10:05.50'), ('0.5', 'duration', null, null, '0:00.50'),
        ('1e21', 'other', null, null, '1,000,000,000,000,000,000,000'),
    ('1.01e21', 'decimal', 1, false, '1e21'), ('1e-21', 'other', null, null, '0.000000000000000000001'), ('-9.99e30',
        'decimal', 1, false, '-9.9e30'), ('2.5e-22', 'duration', null, null, '2.5e-22'),
    ('1.29e-30', 'decimal', 2, false, '1.2e-30'), ('NaN', 'decimal', 1, false, 'NaN'), ('Infinity', 'integer', null, null,
        'Infinity'), ('-Infinity', 'duration', null, null, '-Infinity'), (null, 'decimal', 1, false, null),
    ('100', 'percent', 0, null, '100'), ('1000', 'percent', 1, true, '1,000.0'), ('0.5', 'percent', 1, true, '.5')
union all select 1234.5678, key, null::integer, null::boolean, public.format_value(1234.5678, format_kind, digits,
    drop_leading_zero) from scorebook.metric_types
union all values (null::numeric, 'Ann Lee', null::integer, null::boolean, 'Ann'), (null, '  Bo', null, null, 'Bo'), (null, '',
    null, null, 'Jim'), (null, null, null, null, 'Kim'), (null, ' ', null, null, '123'), (null, null, null, null, null)
