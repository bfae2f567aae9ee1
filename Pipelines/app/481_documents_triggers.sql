create trigger trg_documents_derive_family_unit_id before insert or update on public.documents for each row execute function public.derive_family_unit_id();
create trigger update_documents_updated_at before update on public.documents for each row execute function public.update_updated_at_column();
create trigger validate_document_schools_insert before insert on public.documents for each row execute function public.validate_document_schools();
create trigger validate_document_schools_update before update on public.documents for each row execute function public.validate_document_schools();
