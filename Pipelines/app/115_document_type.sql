create type public.document_type as enum (
    'highlight_video',
    'transcript',
    'resume',
    'rec_letter',
    'questionnaire',
    'stats_sheet'
);
