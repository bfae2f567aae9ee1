create table net.http_request_log (
    id bigint generated always as identity,
    url text not null,
    body jsonb,
    requested_at timestamp with time zone not null default now(),
    constraint http_request_log_pkey primary key (id)
);

alter table net.http_request_log enable row level security;
