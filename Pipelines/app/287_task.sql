create table public.task (
    id uuid not null default gen_random_uuid(),
    category character varying(20) not null,
    grade_level integer not null,
    title character varying(255) not null,
    description text,
    required boolean default false,
    dependency_task_ids uuid[] default array[]::uuid[],
    why_it_matters text,
    failure_risk text,
    division_applicability character varying(10)[] default array['ALL'::character varying],
    created_at timestamp with time zone default now(),
    updated_at timestamp with time zone default now(),
    deadline_offset_months integer,
    slug text not null,
    constraint task_pkey primary key (id),
    constraint task_grade_level_title_unique unique (grade_level, title),
    constraint task_slug_unique unique (slug),
    constraint task_category_check check (((category)::text = any (array[('academic'::character varying)::text, ('athletic'::character varying)::text, ('recruiting'::character varying)::text, ('exposure'::character varying)::text, ('mindset'::character varying)::text]))),
    constraint task_grade_level_check check (((grade_level >= 9) and (grade_level <= 12)))
);

create index idx_task_category on public.task using btree (category);
create index idx_task_grade_category on public.task using btree (grade_level, category);
create index idx_task_grade_level on public.task using btree (grade_level);

comment on table public.task is 'Master list of recruiting timeline tasks across all grades (9-12) and categories';

alter table public.task enable row level security;
grant all on public.task to anon, authenticated, service_role;
