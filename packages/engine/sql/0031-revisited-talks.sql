-- A later talk about the same that does not say that it changes anything is linked too: both are shown.
-- breaking: an older program takes every link for one that replaces.

alter table talk_amendments add column replaces boolean not null default true;
