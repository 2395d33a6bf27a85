"""Tables with a card in each row, from CSV, workbooks, or text: their columns, and the list that they form."""
