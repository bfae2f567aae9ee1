call scorebook.admit_table(
    'public.suggestion',
    owner => 'athlete_id',
    updates => '{
        rule_type, urgency, message, action_type, related_school_id, related_task_id, dismissed, dismissed_at,
        completed, completed_at, pending_surface, surfaced_at, condition_snapshot, reappeared,
        previous_suggestion_id
    }',
    has_rows => true
);
