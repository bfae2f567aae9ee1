create policy "Public can read positions" on public.positions for select to public
using (true);
