create trigger notify_on_inbound_interaction_insert after insert on public.interactions for each row when ((new.direction = 'inbound'::public.interaction_direction)) execute function public.notify_on_inbound_interaction();
create trigger trg_advance_school_status_on_interaction after insert on public.interactions for each row execute function public.advance_school_status_on_interaction();
create trigger trg_interactions_derive_family_unit_id before insert or update on public.interactions for each row execute function public.derive_family_unit_id();
create trigger update_interactions_updated_at before update on public.interactions for each row execute function public.update_updated_at_column();
