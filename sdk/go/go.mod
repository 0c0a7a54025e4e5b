module paraph

go 1.19
