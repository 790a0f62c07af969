-- A file with everything of a person has what they handed in for identity checks, so it goes when that is erased (decision
-- 108): one that is ready, at once; one that is being made begins anew, without it. Where the person's key is erased, none of
-- theirs opens any more.
CREATE FUNCTION archive_let_go_erased() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'document_key' THEN
    DELETE FROM archive WHERE user_id = OLD.user_id;
  ELSE
    DELETE FROM archive WHERE user_id = OLD.user_id AND holds_identity;
    UPDATE archive SET claim_id = NULL, claimed_until = NULL WHERE user_id = OLD.user_id AND claim_id IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER archive_let_go_erased AFTER DELETE ON document_key FOR EACH ROW EXECUTE FUNCTION archive_let_go_erased();
CREATE TRIGGER archive_let_go_erased AFTER UPDATE OF erased_at ON identity_claim FOR EACH ROW
  WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION archive_let_go_erased();
CREATE TRIGGER archive_let_go_erased_draft AFTER DELETE ON identity_claim FOR EACH ROW EXECUTE FUNCTION archive_let_go_erased();
