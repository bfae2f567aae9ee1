create policy "Public can read sports" on public.sports for select to public
using (true);
