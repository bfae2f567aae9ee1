select profile.record, 'hash_slug' as field
from known_player_profiles as profile
where profile.record is not null
    and (
        exists (
            select from known_player_profiles as other
            where other.id <> profile.id
                and (
                    other.user_id = profile.user_id
                    or other.hash_slug = profile.hash_slug
                    or other.vanity_slug = profile.vanity_slug
                )
        )
        or exists (
            select
            from scorebook.taken_slugs(array(
                select asked.hash_slug from known_player_profiles as asked where asked.record is not null
                union all
                select asked.vanity_slug from known_player_profiles as asked where asked.record is not null
            )) as other
            where other.id <> profile.id
                and (other.hash_slug = profile.hash_slug or other.vanity_slug = profile.vanity_slug)
        )
    )
