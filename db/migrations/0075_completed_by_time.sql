-- What came back of investments, by time, for the course of each plan: beside transfer_through_custody, which has what
-- began. Neither has the earnings, of which a day has one for each running investment.
CREATE INDEX transfer_completed ON transfer (effective_at) WHERE kind = 'investment completed';
