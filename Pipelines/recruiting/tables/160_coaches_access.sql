call scorebook.admit_table(
    'public.coaches',
    family => 'family_unit_id',
    updates => '{
        school_id, role, first_name, last_name, email, phone, twitter_handle, instagram_handle, notes,
        last_contact_date, created_by, updated_by
    }',
    has_rows => true
);
