-- Row-level security on the private tables, beside the grants. Only the loader itself passes these policies, not a role
-- that inherits its rights; scorebook_owner passes as the owner of the tables. Reports and `rejects` read the ledger of all
-- owners, so that it is not limited to the declared ones; values that a load has replaced are.
alter table scorebook.schema_migrations enable row level security;
alter table scorebook.schema_facts enable row level security;
alter table scorebook.schema_history enable row level security;
alter table scorebook.runs enable row level security;
alter table scorebook.units enable row level security;
alter table scorebook.run_parts enable row level security;
alter table scorebook.rejects enable row level security;
alter table scorebook.lineage_shapes enable row level security;
alter table scorebook.lineage_blocks enable row level security;
alter table scorebook.before_images enable row level security;
alter table scorebook.identity_key enable row level security;
alter table scorebook.user_zones enable row level security;
alter table scorebook.metric_types enable row level security;

create policy "the loader reads" on scorebook.schema_migrations for select to scorebook_loader
using (current_user = 'scorebook_loader');

create policy "the loader reads" on scorebook.schema_facts for select to scorebook_loader
using (current_user = 'scorebook_loader');

create policy "the loader reads" on scorebook.schema_history for select to scorebook_loader
using (current_user = 'scorebook_loader');

create policy "the loader writes" on scorebook.runs to scorebook_loader
using (current_user = 'scorebook_loader') with check (current_user = 'scorebook_loader');

create policy "the loader writes" on scorebook.units to scorebook_loader
using (current_user = 'scorebook_loader') with check (current_user = 'scorebook_loader');

create policy "the loader writes" on scorebook.run_parts to scorebook_loader
using (current_user = 'scorebook_loader') with check (current_user = 'scorebook_loader');

create policy "the loader writes" on scorebook.rejects to scorebook_loader
using (current_user = 'scorebook_loader') with check (current_user = 'scorebook_loader');

create policy "the loader writes" on scorebook.lineage_shapes to scorebook_loader
using (current_user = 'scorebook_loader') with check (current_user = 'scorebook_loader');

create policy "the loader writes" on scorebook.lineage_blocks to scorebook_loader
using (current_user = 'scorebook_loader') with check (current_user = 'scorebook_loader');

create policy "the loader writes what admitted owners had" on scorebook.before_images to scorebook_loader
using (owner is null or owner in (select scorebook.admitted_owners()))
with check (owner is null or owner in (select scorebook.admitted_owners()));

create policy "the loader reads" on scorebook.identity_key for select to scorebook_loader
using (current_user = 'scorebook_loader');

create policy "the loader reads" on scorebook.user_zones for select to scorebook_loader
using (current_user = 'scorebook_loader');

create policy "the loader reads" on scorebook.metric_types for select to scorebook_loader
using (current_user = 'scorebook_loader');
