-- The metrics that the app knows, in its order, and after them those that our formats bring. Others are legal. Its rows are those
-- of measures/.
create table scorebook.metric_types (
    key text not null,
    label text not null,
    unit text,
    format_kind text not null,
    digits integer,
    drop_leading_zero boolean,
    -- Null: neither is better (an angle).
    lower_is_better boolean,
    category text,
    radar_order integer,
    registry_order integer not null,
    origin text not null default 'app',
    constraint metric_types_pkey primary key (key),
    constraint metric_types_format_kind_check check (format_kind in ('decimal', 'integer', 'percent', 'duration')),
    constraint metric_types_origin_check check (origin in ('app', 'scorebook'))
);

alter table scorebook.metric_types owner to scorebook_owner;
revoke all on scorebook.metric_types from public;
grant select on scorebook.metric_types to scorebook_loader;
