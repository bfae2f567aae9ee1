call scorebook.admit_table(
    'public.offers',
    family => 'family_unit_id',
    updates => '{
        school_id, coach_id, offer_type, deadline_date, status, notes, scholarship_amount,
        scholarship_percentage, offer_date, conditions
    }',
    has_rows => true
);
