-- One picture an athlete took: from where, when, and where its files lie below the private folder of photos. The pixels
-- are in files; nothing of what the camera wrote beside them (position, serial number, comments) is here.
--
-- What a file says of itself is there from the first; what its pixels say (decode_status, perceptual_hash, thumbnails,
-- near_duplicate_of) comes when the picture has been decoded. taken_at is the camera's clock as it showed; the instant is
-- known by the camera's offset, else by the athlete's zone. thumbnails: {"320": {"path": ..., "sha256": ...}, ...}.
create table public.progress_photos (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    angle text not null,
    taken_on date not null,
    taken_at timestamp without time zone,
    taken_offset integer,
    taken_instant timestamp with time zone,
    date_source text not null,
    offset_source text,
    instant_source text generated always as (
        case
            when taken_offset is not null then offset_source
            when taken_instant is not null then 'user'
        end
    ) stored,
    width integer not null,
    height integer not null,
    has_position boolean not null,
    sha256 text not null,
    original_path text not null generated always as (
        user_id::text || '/' || left(sha256, 2) || '/' || sha256 || '.jpg'
    ) stored,
    decode_status text not null default 'pending',
    perceptual_hash bigint,
    near_duplicate_of uuid,
    thumbnails jsonb not null default '{}',
    created_at timestamp with time zone not null default current_timestamp,
    constraint progress_photos_pkey primary key (id),
    constraint progress_photos_user_id_sha256_key unique (user_id, sha256),
    constraint progress_photos_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint progress_photos_angle_check check (angle in ('front', 'side', 'back')),
    constraint progress_photos_date_source_check check (
        date_source in (
            'manifest', 'exif', 'exif-digitized', 'xmp', 'iptc', 'filename', 'exif-modify', 'file-time'
        )
    ),
    constraint progress_photos_taken_at_check check (taken_at is null or taken_at::date = taken_on),
    constraint progress_photos_offset_check check (
        (taken_offset is null) = (offset_source is null) and offset_source in ('exif', 'xmp', 'iptc', 'gps')
        and taken_offset between -960 and 960
    ),
    constraint progress_photos_size_check check (width > 0 and height > 0),
    constraint progress_photos_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
    constraint progress_photos_decode_status_check check (
        decode_status in ('pending', 'whole', 'warned', 'truncated', 'fatal', 'limit')
    )
);

create index progress_photos_user_day on public.progress_photos using btree (user_id, taken_on desc, angle);
create index progress_photos_pending on public.progress_photos using btree (user_id) where (decode_status = 'pending');

alter table public.progress_photos enable row level security;
revoke all on public.progress_photos from public, anon, authenticated;
grant select on public.progress_photos to authenticated;
grant all on public.progress_photos to service_role;
