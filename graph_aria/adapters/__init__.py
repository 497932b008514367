"""What fulfils the ports: one package for each driver library, imported by bootstrap alone."""
