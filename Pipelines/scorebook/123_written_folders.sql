-- Folders that runs have put people's files into, also those that no definition names any more: an erasure searches them.
-- layout: below it there is a folder for each person; or files of one person; or of several.
create table scorebook.written_folders (
    kind text not null,
    path text not null,
    layout text not null,
    constraint written_folders_pkey primary key (kind, path, layout),
    constraint written_folders_kind_check check (kind in ('photos', 'archive', 'quarantine')),
    constraint written_folders_layout_check check (layout in ('folders', 'one', 'several'))
);

alter table scorebook.written_folders owner to scorebook_owner;
revoke all on scorebook.written_folders from public;
grant select, insert on scorebook.written_folders to scorebook_loader;

alter table scorebook.written_folders enable row level security;

create policy "the loader reads" on scorebook.written_folders for select to scorebook_loader
using (current_user = 'scorebook_loader');

create policy "the loader adds" on scorebook.written_folders for insert to scorebook_loader
with check (current_user = 'scorebook_loader');
