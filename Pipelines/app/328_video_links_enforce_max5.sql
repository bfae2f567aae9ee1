create function public.video_links_enforce_max5() returns trigger
language plpgsql
as $$
begin
    if (select count(*) from public.video_links as link where link.user_id = new.user_id) >= 5 then
        raise exception 'a player has at most 5 video links';
    end if;
    return new;
end
$$;
