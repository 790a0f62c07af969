-- What a transaction has paid is found by the ids of withdrawals and refunds; a refund's primary key begins with its user.
CREATE INDEX suspense_refund_id ON suspense_refund (id);
