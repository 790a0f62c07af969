-- As in 0091, and cheaper: what follows an account as it stands is carried along at once, in one look at each account.
-- The transfer is looked up by its key, as in 0098, and an account by its newest row, as where it is locked. Only where an
-- account has several lines in the statement, or a line follows nothing, is each looked up in the entries.
CREATE OR REPLACE FUNCTION entries_continue() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  carried integer;
  lines bigint;
  is_wrong boolean;
  wrong record;
BEGIN
  UPDATE public.account SET balance = made.balance_after, version = made.sequence
  FROM made
  WHERE account.ctid = (
      SELECT newest.ctid FROM public.account AS newest WHERE newest.id <= made.account_id ORDER BY newest.id DESC LIMIT 1
    )
    AND account.id = made.account_id AND account.version = made.sequence - 1
    AND account.balance + account.side * made.amount = made.balance_after;
  GET DIAGNOSTICS carried = ROW_COUNT;

  SELECT sum(of_one), bool_or(is_one_wrong) INTO lines, is_wrong
  FROM (
    SELECT count(*)::integer AS of_one, sum(amount) <> 0 OR count(*) < 2 OR bool_or(amount = 0)
      OR count(*) <> (SELECT count(*) FROM public.entry WHERE entry.transfer_id = made.transfer_id)
      OR (SELECT 1 FROM public.transfer WHERE transfer.id = made.transfer_id LIMIT 1) IS NULL AS is_one_wrong
    FROM made GROUP BY transfer_id
  ) AS written;
  IF carried = lines AND NOT is_wrong THEN
    RETURN NULL;
  END IF;

  IF carried IS DISTINCT FROM lines THEN
    SELECT transfer_id INTO wrong FROM made
    WHERE balance_after IS DISTINCT FROM amount
      * (SELECT account.side FROM public.account WHERE account.id = made.account_id)
      + CASE sequence WHEN 1 THEN 0 ELSE (
        SELECT before.balance_after FROM public.entry AS before
        WHERE before.account_id = made.account_id AND before.sequence = made.sequence - 1
      ) END
    LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'entries of transfer % do not continue the chain of their account', wrong.transfer_id USING ERRCODE = 'PLB04';
    END IF;
    UPDATE public.account SET balance = last.balance_after, version = last.sequence
    FROM (
      SELECT DISTINCT ON (account_id) account_id, sequence, balance_after FROM made ORDER BY account_id, sequence DESC
    ) AS last
    WHERE account.id = last.account_id AND account.version <> last.sequence;
  END IF;
  IF is_wrong THEN
    RAISE EXCEPTION 'a transfer needs all of its entries in one statement, at least two, none of zero, that sum to zero'
      USING ERRCODE = 'PLB04';
  END IF;
  RETURN NULL;
END $$;
