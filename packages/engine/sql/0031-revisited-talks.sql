-- A later talk about the same that does not say that it changes anything is linked too: both are shown.

alter table talk_amendments add column replaces boolean not null default true;
