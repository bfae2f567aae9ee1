-- An index over the keys is for files of few rows, of which there are many. What one large file wrote is read block by
-- block: each owner has few of those, however short they are.
create index lineage_small_keys on scorebook.lineage using gin (keys) with (fastupdate = off)
where (by_key and cardinality(keys) <= 1000);
create index lineage_large_blocks on scorebook.lineage using btree (table_name, owner)
where not (by_key and cardinality(keys) <= 1000);
