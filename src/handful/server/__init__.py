"""The table server: HTTP and sockets around tables that are kept in a store. All input and output happens here."""
