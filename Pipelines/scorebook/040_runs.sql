create table scorebook.runs (
    id uuid not null default gen_random_uuid(),
    job text,
    mode text not null,
    database text not null,
    status text,
    started_at timestamp with time zone not null default now(),
    finished_at timestamp with time zone,
    options jsonb not null default '{}',
    report jsonb,
    -- When the retention began to remove the run's before-images; from then on it cannot be undone.
    purged_at timestamp with time zone,
    is_purged boolean not null default false,
    constraint runs_pkey primary key (id),
    constraint runs_mode_check check (mode in ('run', 'validate', 'plan', 'rollback', 'replay')),
    constraint runs_status_check check (
        status in ('succeeded', 'warned', 'nothing_to_do', 'limit_exceeded', 'refused', 'failed')
    )
);

create index runs_job on scorebook.runs using btree (job, started_at desc);
create index runs_to_purge on scorebook.runs using btree (started_at) where (not is_purged);

alter table scorebook.runs owner to scorebook_owner;
revoke all on scorebook.runs from public;
grant select, insert, update (status, report, options, finished_at) on scorebook.runs to scorebook_loader;
