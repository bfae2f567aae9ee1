-- Blocks of small files are many: who wrote a key is found by the key. Those of large files are few, and read.
create index lineage_small_keys on scorebook.lineage using gin (keys) with (fastupdate = off)
where (cardinality(keys) <= 1000);
create index lineage_large_blocks on scorebook.lineage using btree (table_name, owner)
where (cardinality(keys) > 1000);
