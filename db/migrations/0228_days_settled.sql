-- Of a day that was kept before, the last transaction may be missing: it was not waited for. Days since are counted again
-- from the entries by the check of the books; those stay as they are.
ALTER TABLE books_day ADD COLUMN settled boolean NOT NULL DEFAULT false;
ALTER TABLE books_day ALTER COLUMN settled SET DEFAULT true;
