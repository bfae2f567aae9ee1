call scorebook.admit_table(
    'public.interactions',
    owner => 'logged_by',
    family => 'family_unit_id',
    updates => '{
        school_id, coach_id, event_id, type, direction, subject, content, sentiment, occurred_at, attachments,
        updated_by
    }',
    has_rows => true
);
