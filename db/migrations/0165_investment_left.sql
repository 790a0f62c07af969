-- What leaving an investment early moves is a transfer of its own (TRANSFERS of ledger/rules.ts; a test holds both to the
-- same list). The value is there for the migrations after this one.
CALL add_kind('transfer_kind', 'investment left');
