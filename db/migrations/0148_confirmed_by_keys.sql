-- Everybody is compared with the words of confirmed matches whose lists say something else by now: found by their keys, as
-- listed names are. A match whose keys are not known has the one that is asked for with everybody's.
CREATE INDEX screening_hit_confirmed ON screening_hit USING gin (coalesce(keys, '{*}')) WITH (fastupdate = off)
  WHERE state IN ('confirmed', 'set aside') AND decided_at IS NOT NULL;
