-- Originals are JPEG or HEIC, which the ends of their names say, too; all before were JPEG.
alter table public.progress_photos
    add column media_type text not null default 'image/jpeg',
    add constraint progress_photos_media_type_check check (media_type in ('image/jpeg', 'image/heic')),
    drop column original_path;

alter table public.progress_photos
    add column original_path text not null generated always as (
        user_id::text || '/' || left(sha256, 2) || '/' || sha256
        || case media_type when 'image/heic' then '.heic' else '.jpg' end
    ) stored;
