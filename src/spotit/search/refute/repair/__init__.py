"""How a database that a solver's model says too little of is made to keep the constraints: a file per kind."""
