create trigger notify_on_offer_insert after insert on public.offers for each row execute function public.notify_on_offer();
