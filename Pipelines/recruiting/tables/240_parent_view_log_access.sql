call scorebook.admit_table(
    'public.parent_view_log',
    owner => 'parent_user_id',
    updates => '{athlete_id, viewed_item_type, viewed_item_id, viewed_at}',
    has_rows => true
);
