-- Names were compared with the lists as they were typed alone; now that of a document's machine-readable zone is as well.
-- Everybody is compared again: who has a zone stands sealed.
UPDATE screening_person SET compared_with = 0;
