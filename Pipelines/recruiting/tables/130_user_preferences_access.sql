call scorebook.admit_table(
    'public.user_preferences',
    updates => '{category, data}',
    has_rows => true
);
