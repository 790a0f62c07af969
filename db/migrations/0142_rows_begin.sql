-- Rows begin where they have to begin, also for whoever has come by the app's login, which may insert them: nothing begins
-- decided, confirmed, used or paid. What goes forward only (0063, 0117, 0121, 0125, 0130) would else be passed by a row
-- that was there from the start. They are looked at after the insert, when the constraints have been, and by the owner of
-- the tables, too: a fixture that lays down what is over puts them aside. A restore does so with all triggers.
CREATE FUNCTION begins_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'nothing in % begins as what becomes of it later', TG_TABLE_NAME USING ERRCODE = 'PLB11';
END $$;

CREATE TRIGGER withdrawal_begins AFTER INSERT ON withdrawal
  FOR EACH ROW WHEN (NEW.status <> 'pending' OR NEW.completed_at IS NOT NULL)
  EXECUTE FUNCTION begins_open();
-- What is paid for by a bonus, or by what an earlier one has brought back, runs at once.
CREATE TRIGGER investment_begins AFTER INSERT ON investment
  FOR EACH ROW WHEN (NEW.status <> CASE NEW.source WHEN 'payment' THEN 'pending' ELSE 'approved' END)
  EXECUTE FUNCTION begins_open();
CREATE TRIGGER referral_begins AFTER INSERT ON referral
  FOR EACH ROW WHEN (NEW.status <> 'pending' OR NEW.held_status IS NOT NULL)
  EXECUTE FUNCTION begins_open();
CREATE TRIGGER approval_begins AFTER INSERT ON approval
  FOR EACH ROW WHEN (NEW.state <> 'waiting')
  EXECUTE FUNCTION begins_open();
-- Where new addresses are neither confirmed nor held, one begins unconfirmed as well: should they be held later, it waits
-- like any other. When it settles counts from when it is added, by the database's clock; five minutes are for what waits.
CREATE TRIGGER payout_address_begins AFTER INSERT ON payout_address
  FOR EACH ROW WHEN (NEW.confirmed_at IS NOT NULL OR NEW.removed_at IS NOT NULL
    OR NEW.created_at < database_now() - interval '5 minutes')
  EXECUTE FUNCTION begins_open();
CREATE TRIGGER identity_check_begins AFTER INSERT ON identity_check
  FOR EACH ROW WHEN (NEW.state <> 'submitted' OR NEW.decided_at IS NOT NULL OR NEW.decided_by IS NOT NULL)
  EXECUTE FUNCTION begins_open();
CREATE TRIGGER identity_claim_begins AFTER INSERT ON identity_claim
  FOR EACH ROW WHEN (NEW.submitted_at IS NOT NULL OR NEW.erased_at IS NOT NULL)
  EXECUTE FUNCTION begins_open();
CREATE TRIGGER role_invitation_begins AFTER INSERT ON role_invitation
  FOR EACH ROW WHEN (NEW.accepted_at IS NOT NULL OR NEW.withdrawn_at IS NOT NULL)
  EXECUTE FUNCTION begins_open();
CREATE TRIGGER screening_hit_begins AFTER INSERT ON screening_hit
  FOR EACH ROW WHEN (NEW.state <> 'open')
  EXECUTE FUNCTION begins_open();
CREATE TRIGGER contact_change_begins AFTER INSERT ON contact_change
  FOR EACH ROW WHEN (NEW.confirmed_at IS NOT NULL OR NEW.dropped_at IS NOT NULL OR NEW.undone_at IS NOT NULL)
  EXECUTE FUNCTION begins_open();

-- What a change of contact details can give back is what stood there when it was begun, and nothing else.
CREATE FUNCTION contact_change_from_present() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM public.app_user WHERE id = NEW.user_id AND CASE NEW.kind
      WHEN 'email' THEN email = NEW.old_value ELSE (phone, country) = (NEW.old_value, NEW.old_country) END)
  THEN
    RAISE EXCEPTION 'this is not what user % has', NEW.user_id USING ERRCODE = 'PLB11';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER contact_change_from_present AFTER INSERT ON contact_change
  FOR EACH ROW EXECUTE FUNCTION contact_change_from_present();

-- The entry that a withdrawal waits for is that of the place where it goes: another one, confirmed long ago, would let it
-- be paid at once.
CREATE FUNCTION withdrawal_waits_for_its_own() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM public.payout_address WHERE id = NEW.address_id AND user_id = NEW.user_id AND removed_at IS NULL
      AND public.plain_address(network, address) = public.plain_address(NEW.network, NEW.wallet_address))
  THEN
    RAISE EXCEPTION 'withdrawal % waits for an address that it does not go to', NEW.id USING ERRCODE = 'PLB21';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER withdrawal_waits_for_its_own AFTER INSERT ON withdrawal
  FOR EACH ROW WHEN (NEW.address_id IS NOT NULL)
  EXECUTE FUNCTION withdrawal_waits_for_its_own();
