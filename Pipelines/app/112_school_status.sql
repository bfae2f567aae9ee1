create type public.school_status as enum (
    'researching',
    'contacted',
    'interested',
    'offer_received',
    'declined',
    'committed',
    'camp_invite',
    'recruited',
    'official_visit_invited',
    'official_visit_scheduled',
    'not_pursuing',
    'visiting'
);
