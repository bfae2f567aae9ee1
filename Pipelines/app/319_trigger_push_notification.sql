-- A push to the family's telephones for each notification; the live one names its function's address as firmly.
create function public.trigger_push_notification() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
    perform net.http_post(
        url := 'https://push.example.invalid/functions/v1/send-push',
        body := jsonb_build_object('user_id', new.user_id, 'title', new.title, 'message', new.message)
    );
    return new;
end
$$;

revoke all on function public.trigger_push_notification() from public, anon, authenticated;
