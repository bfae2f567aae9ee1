call scorebook.admit_table(
    'public.documents',
    family => 'family_unit_id',
    updates => '{
        type, title, description, file_url, file_type, version, school_id, is_current, shared_with_schools,
        uploaded_by, last_health_check, health_status
    }',
    has_rows => true
);
