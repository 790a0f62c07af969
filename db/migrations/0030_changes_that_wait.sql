-- A wallet's name and whether it is offered wait for a second administrator as its address does: one kind for all of it.
UPDATE approval SET kind = 'change wallet' WHERE kind = 'change wallet address';
