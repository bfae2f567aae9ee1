create function net.http_post(
    url text,
    body jsonb default '{}'::jsonb,
    params jsonb default '{}'::jsonb,
    headers jsonb default '{"Content-Type": "application/json"}'::jsonb,
    timeout_milliseconds integer default 5000
) returns bigint
language sql security definer
set search_path = ''
as $$
    insert into net.http_request_log (url, body) values (http_post.url, http_post.body) returning id
$$;
