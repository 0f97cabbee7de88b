-- Vectors are compared in memory only: while they are not loaded, words and paths answer alone.
-- breaking: an older program would write and read the column.

alter table observation_embeddings drop column code;
