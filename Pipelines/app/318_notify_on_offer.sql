-- Notifies every member of the family of an offer, or the athlete without a family.
create function public.notify_on_offer() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
    insert into public.notifications (user_id, type, title, message, related_entity_type, related_entity_id, priority)
    select reader.user_id, 'offer', 'New offer', new.offer_type, 'offer', new.id, 'high'
    from (
        select member.user_id from public.family_members as member
        where member.family_unit_id = new.family_unit_id
        union all
        select new.user_id where not exists (
            select from public.family_members as member where member.family_unit_id = new.family_unit_id)
    ) as reader
    where reader.user_id is not null;
    return new;
end
$$;
